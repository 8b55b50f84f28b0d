"""Certificates made with the openssl program: one authority, and hosts it vouches for or not."""

from __future__ import annotations

import ssl
import subprocess
from pathlib import Path

KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
CA_CONFIG = """
[ca]
default_ca = here
[here]
new_certs_dir = {folder}
database = {folder}/index.txt
rand_serial = yes
unique_subject = no
default_md = sha256
policy = any
copy_extensions = copy
[any]
commonName = supplied
"""


class Authority:
    """A certificate authority in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.certificate = folder / "authority.pem"
        (folder / "index.txt").touch()
        (folder / "ca.cnf").write_text(CA_CONFIG.format(folder=folder))
        _openssl(
            "req", "-x509", *KEY, "-days", "2", "-subj", "/CN=Test authority",
            "-keyout", folder / "authority.key", "-out", self.certificate,
        )  # fmt: skip

    def trusting_client(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))

    def server_for(
        self, name: str, *, start: str = "", end: str = "", sends_authority: bool = False
    ) -> ssl.SSLContext:
        """A server's context. Dates are YYYYMMDDHHMMSSZ; without them it is valid for two days."""
        stem = self._folder / f"{name}{start}"
        _openssl(
            "req", "-new", *KEY, "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}",
            "-keyout", f"{stem}.key", "-out", f"{stem}.csr",
        )  # fmt: skip
        dates = ("-startdate", start, "-enddate", end) if start else ("-days", "2")
        _openssl(
            "ca", "-batch", "-notext", "-config", self._folder / "ca.cnf", *dates,
            "-cert", self.certificate, "-keyfile", self._folder / "authority.key",
            "-in", f"{stem}.csr", "-out", f"{stem}.pem",
        )  # fmt: skip
        if sends_authority:
            with Path(f"{stem}.pem").open("a") as chain:
                chain.write(self.certificate.read_text())
        return _server(f"{stem}.pem", f"{stem}.key")

    def self_signed_server(self, name: str) -> ssl.SSLContext:
        stem = self._folder / f"self-{name}"
        _openssl(
            "req", "-x509", *KEY, "-days", "2", "-subj", f"/CN={name}",
            "-addext", f"subjectAltName=DNS:{name}",
            "-keyout", f"{stem}.key", "-out", f"{stem}.pem",
        )  # fmt: skip
        return _server(f"{stem}.pem", f"{stem}.key")


def _server(certificate: str, key: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


def _openssl(*arguments: object) -> None:
    command = ["openssl", *(str(argument) for argument in arguments)]
    subprocess.run(command, check=True, capture_output=True)

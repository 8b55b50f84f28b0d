"""A mail server on loopback that keeps what it is sent, or refuses as a test wants it to."""

from __future__ import annotations

import email
import email.policy
import socketserver
import threading

OK = b"250 fine"


class MailServer:
    """`answer_to_recipient` is what RCPT is answered with; `mails` are those taken, parsed."""

    def __init__(self, answer_to_recipient=OK):
        self.answer_to_recipient = answer_to_recipient
        self.mails = []
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    @property
    def port(self):
        return self._server.server_address[1]

    def close(self):
        self._server.shutdown()
        self._thread.join(5)
        self._server.server_close()

    def _handler(self):
        owner = self

        class Conversation(socketserver.StreamRequestHandler):
            def handle(self):
                self.say(b"220 here")
                for line in self.rfile:
                    verb = line[:4].upper()
                    if verb == b"DATA":
                        self.say(b"354 go on")
                        owner.mails.append(self.mail())
                    is_recipient = verb == b"RCPT"
                    self.say(owner.answer_to_recipient if is_recipient else OK)

            def say(self, answer):
                self.wfile.write(answer + b"\r\n")

            def mail(self):
                lines = iter(self.rfile.readline, b".\r\n")
                return email.message_from_bytes(b"".join(lines), policy=email.policy.default)

        return Conversation

"""The demo site: a small furniture maker whose web site has one of every common defect.

Each place of the site (`content/`) declares the findings an audit must report at it, next to the
text that causes them; `manifest` collects them. Nothing here is computed by our own checks.
"""

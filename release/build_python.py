"""Builds the wheel and the source distribution of the project in the current folder: build_python.py FOLDER.

SOURCE_DATE_EPOCH is the time of each file. The wheel has it from its builder; the source distribution is written anew with it.
"""

import gzip
import io
import os
import sys
import tarfile

from setuptools import build_meta

out = sys.argv[1]
time = int(os.environ["SOURCE_DATE_EPOCH"])


def rewrite(path: str) -> None:
    with tarfile.open(path) as archive:
        files = [(member, archive.extractfile(member)) for member in archive.getmembers() if member.isfile()]
        contents = sorted(((member.name, content.read()) for member, content in files if content), key=lambda each: each[0])
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in contents:
            member = tarfile.TarInfo(name)
            member.size, member.mtime, member.mode = len(content), time, 0o644
            archive.addfile(member, io.BytesIO(content))
    with open(path, "wb") as file, gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=time) as compressed:
        compressed.write(packed.getvalue())


rewrite(os.path.join(out, build_meta.build_sdist(out)))
build_meta.build_wheel(out)

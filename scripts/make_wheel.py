"""Writes a wheel: a ZIP with the package, the library and the metadata of PEP 427 and PEP 566.

usage: make_wheel.py PACKAGE LIBRARY FOLDER
It needs no build system, so that the wheel has the same bytes on every machine.
"""

import base64
import hashlib
import os
import pathlib
import platform
import re
import sys
import sysconfig
import time
import zipfile

package, library, folder = (pathlib.Path(argument) for argument in sys.argv[1:4])
root = pathlib.Path(__file__).resolve().parent.parent
source = root / "Sources/System/Machine/BromideVersion.swift"
version = re.search(r'number = "([^"]+)"', source.read_text()).group(1)

# glibc of this machine: older systems lack its functions.
libc, release = platform.libc_ver()
system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
if libc == "glibc":
    major, minor = release.split(".")[:2]
    system = f"manylinux_{major}_{minor}_{platform.machine()}"
tag = f"py3-none-{system}"
info = f"bromide-{version}.dist-info"
page = (root / "Documentation" / "python.md").read_text()

files = {f"bromide/{path.name}": path.read_bytes()
         for path in sorted(package.iterdir()) if path.is_file()}
files["bromide/libbromide.so.1"] = library.read_bytes()
files[f"{info}/METADATA"] = f"""Metadata-Version: 2.1
Name: bromide
Version: {version}
Summary: Develop camera raws to numpy arrays, and sample their colours
Requires-Python: >=3.9
Requires-Dist: numpy>=1.24
Description-Content-Type: text/markdown

{page}""".encode()
files[f"{info}/WHEEL"] = f"""Wheel-Version: 1.0
Generator: bromide
Root-Is-Purelib: false
Tag: {tag}
""".encode()


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, data in files.items())
files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()

moment = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", 1735689600)))[:6]
target = folder / f"bromide-{version}-{tag}.whl"
with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
    for name, data in files.items():
        entry = zipfile.ZipInfo(name, moment)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o755 if name.endswith(".so.1") else 0o644) << 16
        archive.writestr(entry, data)
print(target)

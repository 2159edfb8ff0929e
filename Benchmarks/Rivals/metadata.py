#!/usr/bin/env python3
"""Processor time of metadata: small pictures with and without a sidecar of 28 properties, and with and without metadata.

usage: metadata.py BROMIDE [--photos N] [--runs N] [--to FORMAT]
--photos  copies of a small DNG (default: 300)
--runs    turns of the four cases, after one turn that is not counted (default: 5)
--to      format of the pictures (default: png)

The photos are copies of TestImages/landscape_rggb_gps_ambient_exif.dng, which has Exif and GPS. The pictures have 64 pixels and no
corrections, so metadata is a large part of the time. The cases alternate, with one thread and without worker processes. Time is user
and system time per photo. The difference between the last and the first row is the cost of all metadata. Each run also checks that
the pictures contain the properties, or lack them.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
PHOTO = os.path.join(ROOT, "TestImages/landscape_rggb_gps_ambient_exif.dng")
# Texts with letters of three alphabets, XML's signs and a line break, as photographers write them.
TEXTS = {
    "dc:title": "alt", "dc:description": "alt", "dc:rights": "alt", "dc:creator": "Seq", "dc:subject": "Bag",
    "lr:hierarchicalSubject": "Bag", "photoshop:Headline": "", "photoshop:Credit": "", "photoshop:Source": "",
    "photoshop:Instructions": "", "photoshop:AuthorsPosition": "", "photoshop:CaptionWriter": "",
    "photoshop:TransmissionReference": "", "photoshop:City": "", "photoshop:State": "", "photoshop:Country": "",
    "Iptc4xmpCore:Location": "", "Iptc4xmpCore:CountryCode": "", "Iptc4xmpCore:IntellectualGenre": "",
    "Iptc4xmpCore:Scene": "Bag", "Iptc4xmpCore:SubjectCode": "Bag", "Iptc4xmpExt:PersonInImage": "Bag",
    "Iptc4xmpExt:Event": "alt", "xmpRights:Marked": "True", "xmpRights:WebStatement": "", "xmpRights:UsageTerms": "alt",
    "xmp:Rating": "4", "xmp:Label": "Red",
}
SPACES = {
    "dc": "http://purl.org/dc/elements/1.1/", "lr": "http://ns.adobe.com/lightroom/1.0/",
    "photoshop": "http://ns.adobe.com/photoshop/1.0/", "Iptc4xmpCore": "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
    "Iptc4xmpExt": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/", "xmpRights": "http://ns.adobe.com/xap/1.0/rights/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
}


def packet():
    """A sidecar with the properties, 14 keywords and a caption of 800 characters."""
    rows = []
    for name, form in TEXTS.items():
        text = f"{name.split(':')[1]} Ü 日本 &lt;&amp;&gt;&#10;Reykjavík"
        if name == "dc:description":
            text *= 20
        if form == "alt":
            value = f'<rdf:Alt><rdf:li xml:lang="x-default">{text}</rdf:li></rdf:Alt>'
        elif form in ("Seq", "Bag"):
            count = 14 if name == "dc:subject" else 2
            items = "".join(f"<rdf:li>{text} {number}</rdf:li>" for number in range(count))
            value = f"<rdf:{form}>{items}</rdf:{form}>"
        else:
            value = form or text
        rows.append(f"   <{name}>{value}</{name}>")
    spaces = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in SPACES.items())
    return ('<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
            ' <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
            f'  <rdf:Description rdf:about="" {spaces}>\n' + "\n".join(rows)
            + '\n  </rdf:Description>\n </rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="w"?>\n').encode()


def convert(bromide, photos, out, metadata, to):
    """User and system seconds of a conversion."""
    command = [bromide, "convert", photos, "-o", out, "--to", to, "-q", "-y", "--no-sync", "-j", "1", "--isolation", "off", "--sidecar",
               "auto", "--metadata", metadata, "--plain", "--demosaic", "half", "--size", "64"]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    words = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)}: {words.decode(errors='replace')}")
    return usage.ru_utime + usage.ru_stime


def check(out, to, properties, has_exif):
    """Checks the metadata of one picture."""
    with open(os.path.join(out, f"0.{'jpg' if to == 'jpeg' else to}"), "rb") as file:
        data = file.read()
    # The photo itself has a rating.
    found = sum(name.encode() in data for name in TEXTS if name != "xmp:Rating")
    if found != properties:
        sys.exit(f"a picture has {found} of the sidecar's properties instead of {properties}")
    # The model is only in Exif.
    if (b"Synthetic" in data) != has_exif:
        sys.exit(f"a picture has {'no' if has_exif else 'the'} Exif of the photo")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bromide")
    parser.add_argument("--photos", type=int, default=300)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--to", default="png")
    given = parser.parse_args()
    # Title, sidecar, --metadata, properties of the sidecar in the picture, and whether it has Exif.
    cases = [
        ("no sidecar, --metadata none", False, "none", 0, False), ("sidecar, --metadata none", True, "none", 0, False),
        ("no sidecar, --metadata all", False, "all", 0, True), ("sidecar, --metadata all", True, "all", len(TEXTS) - 1, True),
    ]
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        places = {}
        for has_sidecar in (False, True):
            places[has_sidecar] = os.path.join(folder, f"photos{int(has_sidecar)}")
            os.mkdir(places[has_sidecar])
            for number in range(given.photos):
                shutil.copyfile(PHOTO, os.path.join(places[has_sidecar], f"{number}.dng"))
                if has_sidecar:
                    with open(os.path.join(places[True], f"{number}.xmp"), "wb") as file:
                        file.write(packet())
        times = {title: [] for title, *_ in cases}
        out = os.path.join(folder, "out")
        for turn in range(given.runs + 1):
            for title, has_sidecar, metadata, properties, has_exif in cases:
                seconds = convert(given.bromide, places[has_sidecar], out, metadata, given.to)
                if turn == 0:
                    check(out, given.to, properties, has_exif)
                else:
                    times[title].append(seconds / given.photos * 1000)
        print("| case | CPU ms per photo: median | least | most |")
        print("|---|---|---|---|")
        for title, found in times.items():
            print(f"| {title} | {statistics.median(found):.3f} | {min(found):.3f} | {max(found):.3f} |")
        first, last = times[cases[0][0]], times[cases[-1][0]]
        cost = statistics.median(more - less for less, more in zip(first, last))
        print(f"\nall metadata: {cost:.3f} ms per photo (limit: 1 ms)")


main()

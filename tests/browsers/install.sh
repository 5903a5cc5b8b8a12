#!/usr/bin/env bash
# Installs the browsers of the suite on Debian: Firefox and WebKitGTK from Debian, old Chromiums from npm packages that
# contain them.
set -euo pipefail
cd "$(dirname "$0")/../.."

apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
  chromium firefox-esr webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb >/dev/null

folder=node_modules/.cache/browsers
mkdir -p "$folder"
for version in 119.0.2 106.0.2; do
  binary="$folder/chromium-$version"
  [ -x "$binary" ] && continue
  (cd "$folder" && npm pack --silent "@sparticuz/chromium@$version" >/dev/null)
  archive="$folder/sparticuz-chromium-$version.tgz"
  tar -xzf "$archive" -O package/bin/chromium.br |
    node -e 'process.stdin.pipe(require("node:zlib").createBrotliDecompress()).pipe(process.stdout)' >"$binary.part"
  chmod +x "$binary.part"
  mv "$binary.part" "$binary"
  rm "$archive"
done

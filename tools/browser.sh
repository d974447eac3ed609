#!/bin/sh
# Gets a browser for the tests of the pages: an installed Chromium or Chrome, else playwright's own, else the
# distribution's package where it may be installed, else a download. Without any, those tests are skipped and say so.
python=${1:-.venv/bin/python}

for name in chromium chromium-browser google-chrome google-chrome-stable chrome microsoft-edge; do
  command -v "$name" >/dev/null 2>&1 && exit 0
done
for place in "/Applications/Google Chrome.app" "/Applications/Chromium.app"; do
  [ -e "$place" ] && exit 0
done
"$python" -c 'import sys; from pathlib import Path; from playwright.sync_api import sync_playwright as p
with p() as playwright: sys.exit(not Path(playwright.chromium.executable_path).exists())' >/dev/null 2>&1 && exit 0

echo "Getting a browser for the tests of the pages (once)..."
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  export DEBIAN_FRONTEND=noninteractive
  { timeout 120 apt-get update && timeout 600 apt-get install --yes --no-install-recommends chromium; } >/dev/null 2>&1 && exit 0
fi
timeout 600 "$python" -m playwright install chromium >/dev/null 2>&1 && exit 0
echo "None can be had here: the tests that need one are skipped."

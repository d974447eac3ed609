"""What the tests of the pages share: the browser, and a bare page for boards."""

from __future__ import annotations

from .browsing import browsing as browsing
from .browsing import chromium as chromium
from .workbench import workbench as workbench

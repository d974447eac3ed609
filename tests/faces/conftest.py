"""What these tests share."""

from ..cli.conftest import nobody_stays as nobody_stays
from ..support.fixtures import home as home

"""What these tests share."""

from ..support.fixtures import home as home
from ..support.fixtures import maze as maze
from ..support.fixtures import ooperations as ooperations

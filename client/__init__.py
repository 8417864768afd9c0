"""What people and programs use: clients for a server or for this process, the command ``manille``.

Importing this does not load gRPC; connecting to a server does.
"""

from manille.client.asking import Answer, RuleSetHead, Terms
from manille.client.connecting import LOCAL, connect
from manille.client.interface import Client

__all__ = ["LOCAL", "Answer", "Client", "RuleSetHead", "Terms", "connect"]

"""What an open clinic has for asking models: which there are, their keys, what they may be given, what they cost, and what went out."""

from typing import TYPE_CHECKING

from core.base.paths import Home
from core.store.keys import KeyVault

if TYPE_CHECKING:
    from core.services.at_work.desk import Desk
    from core.services.preferences import Preferences


class ModelSide:
    """The part of the kernel that has to do with models. Imported late, as all services are."""

    def __init__(self, desk: "Desk", preferences: "Preferences", vault: KeyVault, home: Home) -> None:
        from core.services.egress import Egress
        from core.services.leaving_preview import LeavingPreview
        from core.services.local_servers import LocalServers
        from core.services.model_exit import exit_of
        from core.services.model_keys import ModelKeys
        from core.services.model_test.model_test import ModelTest
        from core.services.models import Models
        from core.services.network import Network
        from core.services.spending.prices import Prices
        from core.services.spending.spending import Spending

        self.models = Models(desk, preferences)
        self.model_keys = ModelKeys(desk, self.models, vault, home)
        self.egress = Egress(desk)
        self.network = Network(desk)
        self.prices = Prices(desk)
        self.spending = Spending(desk, self.prices, self.models.resolve, home)
        self.leaving_preview = LeavingPreview(desk)
        self.gateway = exit_of(desk, self.models, self.model_keys, self.egress, self.spending)
        self.model_test = ModelTest(desk, self.models, self.model_keys, self.egress, self.gateway)
        self.local_servers = LocalServers(desk, self.models)

import unittest

import pulumi

from ingress import PATHS, declare_ingress

CONFIG = {
    "edgeId": "edghts_1",
    "backendId": "bkdhr_1",
    "clientId": "ingress",
    "clientSecret": "secret-of-login",
    "securityBaseUrl": "https://api.example.com",
    "securityApiKey": "key-of-security",
    "monitoringApiKey": "key-of-monitoring",
}


class Mocks(pulumi.runtime.Mocks):
    def __init__(self):
        self.providers = {}

    def new_resource(self, args: pulumi.runtime.MockResourceArgs):
        self.providers[args.name] = args.provider
        return f"{args.name}-id", args.inputs

    def call(self, args: pulumi.runtime.MockCallArgs):
        return {}


mocks = Mocks()
pulumi.runtime.set_mocks(mocks)


def declare():
    pulumi.runtime.set_all_config({f"project:{name}": value for name, value in CONFIG.items()})
    return declare_ingress(pulumi.Config())


class IngressTest(unittest.TestCase):
    @pulumi.runtime.test
    def test_each_route_has_its_path_on_the_edge_and_leads_to_the_backend(self):
        expected = [["edghts_1", path.match, "bkdhr_1"] for path in PATHS.values()]
        found = [[route.edge_id, route.match, route.backend.backend_id] for route in declare().routes.values()]
        return pulumi.Output.from_input(found).apply(lambda values: self.assertEqual(values, expected))

    @pulumi.runtime.test
    def test_the_administration_alone_has_a_login(self):
        ingress = declare()
        self.assertEqual(list(ingress.logins), ["admin"])
        login = ingress.logins["admin"]
        return pulumi.Output.all(login.edge_id, login.route_id).apply(
            lambda ids: self.assertEqual(ids, ["edghts_1", "admin-id"])
        )

    @pulumi.runtime.test
    def test_the_login_keeps_the_client_secret_of_the_configuration(self):
        def check(provider):
            self.assertEqual(provider.provider1.client_secret, "secret-of-login")
            self.assertEqual(provider.provider1.organizations, ["example"])

        return declare().logins["admin"].provider.apply(check)

    @pulumi.runtime.test
    def test_the_audit_log_goes_to_the_account_of_the_security_team(self):
        def check(_):
            self.assertRegex(mocks.providers["audit"], "::security::security-id$")
            self.assertFalse(mocks.providers["admin"])

        ingress = declare()
        return pulumi.Output.all(ingress.audit.id, ingress.routes["admin"].id).apply(check)

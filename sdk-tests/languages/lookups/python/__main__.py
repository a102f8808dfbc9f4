import json
import os

import pulumi
import pulumi_edge_ingress as edge_ingress

ids = json.loads(os.environ["LOOKUP_IDS"])

# Known ids, in the plain form.
agent_ingress = edge_ingress.get_agent_ingress(id=ids["agentIngress"])
authority = edge_ingress.get_ssh_certificate_authority(id=ids["authority"])
destination = edge_ingress.get_event_destination(id=ids["destination"])
route = edge_ingress.get_https_edge_route(edge_id="edghts_1", id=ids["route"])
pulumi.export(
    "plain",
    {
        "uris": [agent_ingress.uri, authority.uri, destination.uri, route.uri],
        "domain": agent_ingress.domain,
        "matchType": route.match_type,
        "format": destination.format,
        "rollingWindow": route.circuit_breaker.rolling_window,
        "listed": [
            len(edge_ingress.list_agent_ingresses().results),
            len(edge_ingress.list_ssh_certificate_authorities().results),
            len(edge_ingress.list_event_destinations().results),
        ],
    },
)

# Ids that an apply alone knows, in the form for outputs.
made_ingress = edge_ingress.AgentIngress("made", domain="made.example.com")
made_authority = edge_ingress.SshCertificateAuthority("made", private_key_type="ed25519")
made_destination = edge_ingress.EventDestination(
    "made", format="json", target={"monitoring": {"api_key": pulumi.Output.secret("canary-made")}}
)
made_route = edge_ingress.HttpsEdgeRoute("made", edge_id="edghts_1", match_type="exact_path", match="/made")
found_ingress = edge_ingress.get_agent_ingress_output(id=made_ingress.id)
found_authority = edge_ingress.get_ssh_certificate_authority_output(id=made_authority.id)
found_destination = edge_ingress.get_event_destination_output(id=made_destination.id)
found_route = edge_ingress.get_https_edge_route_output(edge_id=made_route.edge_id, id=made_route.id)
pulumi.export("madeIngress", found_ingress.domain)
pulumi.export("madeAuthority", found_authority.key_type)
pulumi.export("madeDestination", found_destination.target.monitoring.api_key)
pulumi.export("madeRoute", found_route.match_type)

listed = [
    edge_ingress.list_agent_ingresses_output().results,
    edge_ingress.list_ssh_certificate_authorities_output().results,
    edge_ingress.list_event_destinations_output().results,
]
pulumi.export("listed", pulumi.Output.all(*listed).apply(lambda found: [len(each) > 0 for each in found]))

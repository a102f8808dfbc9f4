import pulumi
import pulumi_edge_ingress as edge_ingress

ingress = edge_ingress.AgentIngress(
    "agents",
    domain="connect.example.com",
    certificate_management_policy={"authority": "letsencrypt"},
)

# NS records to set at the registrar of the domain.
pulumi.export("nsRecords", ingress.ns_targets)

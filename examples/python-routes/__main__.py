import pulumi

from ingress import declare_ingress

ingress = declare_ingress(pulumi.Config())

pulumi.export("routes", {name: route.id for name, route in ingress.routes.items()})
pulumi.export("auditDestination", ingress.audit.id)

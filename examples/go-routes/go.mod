module go-routes

go 1.25.11

require (
	example.com/pulumi-edge-ingress/sdk/go v0.2.0-dev
	github.com/pulumi/pulumi/sdk/v3 v3.259.0
)

replace example.com/pulumi-edge-ingress/sdk/go => ./sdks/edge-ingress

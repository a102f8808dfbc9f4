// Package config replaces the parts of Pulumi's package that the programs use: the dependencies of that package are not
// in the cache of the host.
package config

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

type Config struct{ ctx *pulumi.Context }

func New(ctx *pulumi.Context, namespace string) *Config { return &Config{ctx} }

func (c *Config) Require(key string) string {
	value, ok := c.ctx.GetConfig(c.ctx.Project() + ":" + key)
	if !ok {
		panic(key + " is not set")
	}
	return value
}

func (c *Config) RequireSecret(key string) pulumi.StringOutput {
	return pulumi.ToSecret(pulumi.String(c.Require(key)).ToStringOutput()).(pulumi.StringOutput)
}

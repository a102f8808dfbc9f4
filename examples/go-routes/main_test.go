package main

import (
	"strings"
	"sync"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// mocks records the resources that the program declares, by their names.
type mocks struct {
	mutex    sync.Mutex
	declared map[string]pulumi.MockResourceArgs
}

func (m *mocks) NewResource(args pulumi.MockResourceArgs) (string, resource.PropertyMap, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.declared[args.Name] = args
	return args.Name + "-id", args.Inputs, nil
}

func (m *mocks) Call(args pulumi.MockCallArgs) (resource.PropertyMap, error) {
	return args.Args, nil
}

func withConfig(info *pulumi.RunInfo) {
	info.Config = map[string]string{
		"go-routes:edgeId":           "edghts_1",
		"go-routes:backendId":        "bkdhr_1",
		"go-routes:clientId":         "ingress",
		"go-routes:clientSecret":     "secret-of-login",
		"go-routes:securityBaseUrl":  "https://api.example.com",
		"go-routes:securityApiKey":   "key-of-security",
		"go-routes:monitoringApiKey": "key-of-monitoring",
	}
}

func declare(t *testing.T) map[string]pulumi.MockResourceArgs {
	t.Helper()
	m := &mocks{declared: map[string]pulumi.MockResourceArgs{}}
	if err := pulumi.RunErr(declareIngress, pulumi.WithMocks("go-routes", "test", m), withConfig); err != nil {
		t.Fatal(err)
	}
	return m.declared
}

func expectEqual(t *testing.T, found, expected any) {
	t.Helper()
	if found != expected {
		t.Fatalf("found %v, expected %v", found, expected)
	}
}

func TestEachRouteHasItsPathOnTheEdgeAndLeadsToTheBackend(t *testing.T) {
	declared := declare(t)
	for _, path := range paths {
		route := declared[path.name].Inputs
		expectEqual(t, route["edgeId"].StringValue(), "edghts_1")
		expectEqual(t, route["match"].StringValue(), path.match)
		expectEqual(t, route["backend"].ObjectValue()["backendId"].StringValue(), "bkdhr_1")
	}
}

func TestTheAdministrationAloneHasALogin(t *testing.T) {
	var logins []string
	declared := declare(t)
	for name, args := range declared {
		if args.TypeToken == "edge-ingress:index:HttpsEdgeRouteOAuth" {
			logins = append(logins, name)
		}
	}
	expectEqual(t, strings.Join(logins, " "), "admin-login")
	expectEqual(t, declared["admin-login"].Inputs["routeId"].StringValue(), "admin-id")
	// A destroy deletes the login with its route.
	expectEqual(t, strings.HasSuffix(declared["admin-login"].RegisterRPC.GetDeletedWith(), "::admin"), true)
}

func TestTheLoginKeepsTheClientSecretOfTheConfiguration(t *testing.T) {
	provider := declare(t)["admin-login"].Inputs["provider"].ObjectValue()["provider1"].ObjectValue()
	expected := resource.MakeSecret(resource.NewStringProperty("secret-of-login"))
	expectEqual(t, provider["clientSecret"].DeepEquals(expected), true)
}

func TestTheAuditLogGoesToTheAccountOfTheSecurityTeam(t *testing.T) {
	declared := declare(t)
	expectEqual(t, strings.HasSuffix(declared["audit"].Provider, "::security::security-id"), true)
	expectEqual(t, declared["admin"].Provider, "")
}

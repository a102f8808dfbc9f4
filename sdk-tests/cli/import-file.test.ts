import { expect, it } from "vitest";
import { importedResources } from "../../src/cli/import-file";
import { thrownBy } from "../support/problems";

/** The words of `edge-ingress import-file`; what the engine makes of their file, the end-to-end tests show. */

it("import-file gives each resource its type token, name, id and arguments, texts as texts and all else as JSON", () => {
  const words = [
    ...["SshCertificateAuthority", "hosts", "sshca_1", "privateKeyType=rsa", "keySize=4096", "description=1=2"],
    ...["HttpsEdgeMutualTls", "clients", "edge_1", "edgeId=edge_1", 'certificateAuthorityIds=["ca_1"]'],
  ];
  const clients = { edgeId: "edge_1", certificateAuthorityIds: ["ca_1"] };
  expect(importedResources(words)).toEqual([
    {
      type: "pulumi-nodejs:dynamic/edge-ingress:SshCertificateAuthority",
      name: "hosts",
      id: "sshca_1",
      inputs: expect.objectContaining({ privateKeyType: "rsa", keySize: 4096, description: "1=2" }),
      outputs: expect.objectContaining({ privateKeyType: "rsa", keySize: 4096, description: "1=2" }),
    },
    {
      type: "pulumi-nodejs:dynamic/edge-ingress:HttpsEdgeMutualTls",
      name: "clients",
      id: "edge_1",
      inputs: { ...clients, __provider: expect.stringContaining(".httpsEdgeMutualTls") },
      outputs: { ...clients, __provider: expect.stringContaining(".httpsEdgeMutualTls") },
    },
  ]);
});

it.each([
  ["Ingress agents agin_1", "unknown type Ingress; the types are AgentIngress, "],
  ["AgentIngress agents", 'each resource must be TYPE NAME ID [KEY=VALUE...]; check the words from "AgentIngress" on'],
  ["AgentIngress domain=a agin_1", "each resource must be TYPE NAME ID"],
  ["AgentIngress agents agin_1 name=a", "AgentIngress has no argument name"],
  ["AgentIngress agents agin_1 uri=a", "AgentIngress has no argument uri"],
  ["HttpsEdgeRoute api route_1 edgeId=edge_1", "HttpsEdgeRoute api: matchType is required; match is required"],
  ['AgentIngress agents agin_1 domain=a certificateManagementPolicy="canary"', "must be an object, got a string"],
  ["EventDestination audit evdst_1 target=canary", "the value of target must be JSON"],
])("import-file refuses %s in words that show no value", (words, problem) => {
  const message = thrownBy(() => importedResources(words.split(" ")));
  expect(message).toContain(problem);
  expect(message).not.toContain("canary");
});

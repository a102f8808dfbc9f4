locals {
  tls = "/edges/https/edghts_1/tls_termination"
}

resource "restapi_object" "hosts" {
  for_each = toset(["eu", "us"])
  path     = "/agent_ingresses"
  data     = jsonencode({ domain = "${each.key}.example.com" })
}

resource "restapi_object" "tls" {
  path          = local.tls
  create_method = "PUT"
  read_path     = local.tls
  update_path   = local.tls
  destroy_path  = local.tls
  object_id     = "edghts_1"
  data          = jsonencode({ min_version = "1.2" })
}

module "api" {
  source = "./api"
}

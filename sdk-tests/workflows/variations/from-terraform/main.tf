terraform {
  required_providers {
    restapi = { source = "mastercard/restapi" }
  }
}

variable "url" {}

variable "api_key" {
  sensitive = true
}

provider "restapi" {
  uri                  = var.url
  headers              = { Authorization = "Bearer ${var.api_key}", "Service-Version" = "2" }
  update_method        = "PATCH"
  write_returns_object = true
}

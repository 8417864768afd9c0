"""The gRPC service. It comes with its own issue; today this room is empty."""

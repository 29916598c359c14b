"""The host's end of the serial link: ports, requests and answers, following a device, backup and restore."""

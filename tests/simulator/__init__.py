"""The real store in a simulated world: one seed decides the network, the clocks and the devices."""

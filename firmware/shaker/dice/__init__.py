"""From the motor to two faces: motor, sensor, reader and the order of a shake."""

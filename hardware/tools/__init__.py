"""Checks the data in hardware/, and makes tables from it.

It must not know the firmware or the host.
"""

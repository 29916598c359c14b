"""Checks the data in hardware/, and makes drawings and tables from it.

It must not know the firmware or the host.
"""

"""Migrations of the house's database: one file for each form it has had."""

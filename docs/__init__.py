"""The pages of the documentation, their build (`conf`), and the programs for their pictures (`tools`)."""

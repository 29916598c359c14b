"""The pages of the documentation, how they are built (`conf`), and what draws their pictures (`tools`)."""

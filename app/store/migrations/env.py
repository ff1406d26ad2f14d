"""What alembic runs for each command: the migrations, on the connection that app/store/migrate.py hands over.
It refuses to open a connection and to write scripts without one."""

from alembic import context

from app.store.tables import metadata

# SQLite does roll back changes of tables; alembic only assumes that it does not.
context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()

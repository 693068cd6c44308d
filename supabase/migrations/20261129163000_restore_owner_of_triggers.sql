-- Triggers that run after rows were deleted by cascade. They run as the role that deleted the first row, not as the
-- owner of the table: a client that deletes a chat, or the auth service that deletes an account. No tables.

alter function private.delete_unused_object() security definer;
revoke execute on function private.deletes_files() from service_role;
alter function private.count_account() security definer;
alter function private.count_active_accounts() security definer;
alter function private.mark_encrypted_account() security definer;

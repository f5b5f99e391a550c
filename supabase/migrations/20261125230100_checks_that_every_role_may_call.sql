-- Lets every database role call the functions in checks of tables. Checks run with the rights of the role that writes a row, so an operator's
-- own role, such as one for imports, was refused since the checks became functions.

revoke execute on function private.is_trimmed_line(text,integer) from service_role;

revoke execute on function private.is_trimmed_line(text,integer) from authenticated;

revoke execute on function private.is_plain(text) from service_role;

revoke execute on function private.is_plain(text) from authenticated;

revoke execute on function private.is_line(text,integer) from service_role;

revoke execute on function private.is_line(text,integer) from authenticated;

revoke execute on function private.is_email_address(text) from service_role;

revoke execute on function private.is_email_address(text) from authenticated;

grant execute on function private.is_email_address(text) to public;

grant execute on function private.is_line(text,integer) to public;

grant execute on function private.is_plain(text) to public;

grant execute on function private.is_trimmed_line(text,integer) to public;

-- A hosted project's REST interface takes these from its roles. The embedded service sets the same for each request, so
-- its roles stay as they are; only a hosted project has the role `authenticator`.
do $$ begin
  if to_regrole('authenticator') is not null then
    alter role anon set statement_timeout = '3s';
    alter role authenticated set statement_timeout = '8s';
    notify pgrst, 'reload config';
  end if;
exception when insufficient_privilege then
  raise warning 'Not allowed to limit the statements of anon and authenticated: run alter role … set statement_timeout as an administrator.';
end $$;

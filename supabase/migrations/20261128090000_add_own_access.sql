-- What the caller may do, in one request: the app asks at each start, sign-in and change.

create function public.own_access() returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'access', public.own_standing(),
      'plan', public.current_plan(),
      'is_admin', public.has_role('admin'),
      'requirement', public.session_requirement()
    )
  $$;
comment on function public.own_access() is
  'The caller''s access, plan, whether they are an administrator, and what their session must still do.';

grant execute on function public.own_access() to authenticated;

-- Accounts that were there before: an address counts as confirmed when it is known to have been confirmed. One that an import has met may
-- have its role and its company from that import, which asked nobody.
with moved as (
	select distinct on (e.subject_id) e.subject_id as user_id,
		e.actor_id is distinct from e.subject_id or exists (
			select from events asked
			where asked.subject_id = e.subject_id and asked.type = 'user.address_asked' and asked.position < e.position
				and asked.data ->> 'email' = e.data #>> '{changes,email,to}'
		) as is_known
	from events e
	where e.type = 'user.changed' and e.data #> '{changes,email}' is not null
	order by e.subject_id, e.position desc
)
update users set email_proved_at = now()
where email like '%.invalid'
	or id in (select user_id from moved where is_known)
	or id not in (select user_id from moved where user_id is not null) and (
		id in (select claimed_by from bootstrap where claimed_by is not null)
		or exists (
			select from events made
			where made.subject_id = users.id and made.type = 'user.created'
				-- The command line has no address, a registration has one.
				and (made.actor_id is distinct from made.subject_id or made.ip is null)
		)
		or not exists (select from external_ids imported where imported.kind = 'people' and imported.row_id = users.id) and (
			exists (select from client_users assigned where assigned.user_id = users.id)
			or exists (select from role_requests asked where asked.user_id = users.id and asked.state = 'approved')
			or exists (
				select from events given
				where given.subject_id = users.id and given.type = 'user.changed'
					and given.actor_id is distinct from given.subject_id and given.data #> '{changes,role}' is not null
			)
		)
	);

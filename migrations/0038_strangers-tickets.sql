-- Takes back what 0037 has assumed of strangers who typed the name of a company. Filed for the company are tickets that staff gave to it, and
-- those whose author is staff or one of its people: now, when the ticket was filed, or as the log tells of that moment. The log knows it from
-- the fact of the filing; in desks that began with 0.1.0 from the last fact of the membership before, and the first change of role after.
UPDATE "tickets" t SET "filed_for_client" = false
FROM "users" u
WHERE u."id" = t."created_by_id" AND u."role" = 'client' AND NOT t."is_client_chosen"
	AND NOT EXISTS (
		SELECT FROM "client_users" m WHERE m."user_id" = t."created_by_id" AND m."client_id" = t."client_id")
	AND NOT EXISTS (
		SELECT FROM "events" e WHERE e."ticket_id" = t."id" AND e."type" = 'ticket.created'
			AND e."data" #>> '{after,creatorBelongs}' = 'true')
	AND coalesce((
		SELECT e."type" FROM "events" e
		WHERE e."subject_id" = t."client_id" AND e."type" IN ('client.user_assigned', 'client.user_removed')
			AND e."data" ->> 'userId' = t."created_by_id"::text AND e."at" <= t."created_at"
		ORDER BY e."position" DESC LIMIT 1), '') <> 'client.user_assigned'
	AND coalesce((
		SELECT e."data" #>> '{changes,role,from}' FROM "events" e
		WHERE e."subject_id" = t."created_by_id" AND e."type" = 'user.changed'
			AND e."data" #> '{changes,role}' IS NOT NULL AND e."at" >= t."created_at"
		ORDER BY e."position" LIMIT 1), 'client') = 'client';

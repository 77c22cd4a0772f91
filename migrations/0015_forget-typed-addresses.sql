-- What was typed as an address at a failed sign-in may be a password. Of an account that is known the audit log keeps whose it was.
UPDATE events SET
  subject_id = users.id
FROM users
WHERE events.type = 'auth.sign_in_failed' AND users.email = events.data->>'email';
--> statement-breakpoint
UPDATE events SET
  data = jsonb_build_object('isKnownAddress', subject_id IS NOT NULL)
WHERE type = 'auth.sign_in_failed' AND data ? 'email';

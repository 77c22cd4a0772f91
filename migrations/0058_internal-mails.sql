-- Received mails that became internal comments say so themselves, also once the comment is deleted.
UPDATE "ticket_mails" SET "is_internal" = true
FROM "comments"
WHERE "comments"."id" = "ticket_mails"."comment_id" AND "comments"."is_internal";

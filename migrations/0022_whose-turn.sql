ALTER TABLE "tickets" ADD COLUMN "turn" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "turn_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "tickets_turn" ON "tickets" USING btree ("turn","created_at","id");--> statement-breakpoint
-- As the conversation would have left it: a client who submitted the ticket waits for staff until staff have had the last word. What is
-- resolved or closed is nobody's turn, and most tickets are: they are not touched.
WITH words AS (
	SELECT "ticket_id", "user_id", "created_at" FROM "comments" WHERE NOT "is_internal"
	UNION ALL
	SELECT "ticket_id", "sender_id", "created_at" FROM "chat_messages"
), last_words AS (
	SELECT DISTINCT ON (w."ticket_id") w."ticket_id", u."role", w."user_id", w."created_at"
	FROM words w
	JOIN "tickets" t ON t."id" = w."ticket_id" AND t."status" NOT IN ('resolved', 'closed')
	JOIN "users" u ON u."id" = w."user_id"
	ORDER BY w."ticket_id", w."created_at" DESC
)
UPDATE "tickets" t
SET
	"turn" = CASE WHEN l."role" <> 'client' AND c."role" = 'client' THEN 'client' ELSE 'us' END,
	"turn_since" = coalesce(l."created_at", t."created_at")
FROM "tickets" o
JOIN "users" c ON c."id" = o."created_by_id"
LEFT JOIN last_words l ON l."ticket_id" = o."id"
WHERE o."id" = t."id" AND t."status" NOT IN ('resolved', 'closed');

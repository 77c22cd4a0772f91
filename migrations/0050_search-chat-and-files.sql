ALTER TABLE "attachments" ADD COLUMN "name_search" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "search_texts" ADD COLUMN "is_chat" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Their words are read in code, after the migrations: see indexPendingTexts.
INSERT INTO "search_texts" ("ticket_id", "text_id", "is_internal", "is_chat", "created_at")
SELECT "tickets"."id", "chat_messages"."id", false, true, "tickets"."created_at"
FROM "chat_messages" JOIN "tickets" ON "tickets"."id" = "chat_messages"."ticket_id";--> statement-breakpoint
INSERT INTO "search_texts" ("ticket_id", "text_id", "is_internal", "is_chat", "created_at")
SELECT "tickets"."id", "attachments"."id", coalesce("comments"."is_internal", false),
	"attachments"."chat_message_id" IS NOT NULL, "tickets"."created_at"
FROM "attachments" JOIN "tickets" ON "tickets"."id" = "attachments"."ticket_id"
LEFT JOIN "comments" ON "comments"."id" = "attachments"."comment_id";

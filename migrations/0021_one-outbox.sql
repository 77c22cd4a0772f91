CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"key" text,
	"payload" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"sent_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deliveries_once" UNIQUE("kind","key")
);
--> statement-breakpoint
-- What waits is sent by the new version; what was sent or given up says what is not to be queued again, and what failed. The ids stay:
-- they make the Message-ID of a mail, and the token in its link.
INSERT INTO "deliveries" ("id", "kind", "user_id", "key", "payload", "due_at", "attempts", "failure", "sent_at", "created_at")
SELECT "id", 'mail', "user_id", concat_ws(' ', "user_id", "notification_type", "period"),
	jsonb_strip_nulls(jsonb_build_object('notificationType', "notification_type", 'period', "period", 'since', "since", 'until', "until")),
	"due_at", "attempts", "failure", "sent_at", "created_at"
FROM "notification_mails";
--> statement-breakpoint
INSERT INTO "deliveries" ("id", "kind", "user_id", "key", "payload", "due_at", "attempts", "failure", "sent_at", "created_at")
SELECT "id", 'text', "user_id", concat_ws(' ', "user_id", "position"), jsonb_build_object('position', "position"),
	"due_at", "attempts", "failure", "sent_at", "created_at"
FROM "notification_texts";
--> statement-breakpoint
-- Of two requests for one address that came at the same moment both were queued; the newer one has the key.
INSERT INTO "deliveries" ("id", "kind", "user_id", "key", "payload", "due_at", "attempts", "failure", "expires_at", "created_at")
SELECT "id", 'link', "user_id",
	CASE WHEN "purpose" = 'reset' AND row_number() OVER (PARTITION BY "purpose", "email" ORDER BY "created_at" DESC, "id") = 1
		THEN concat_ws(' ', "purpose", "email") END,
	jsonb_build_object('purpose', "purpose", 'email', "email", 'ip', "ip"),
	"due_at", "attempts", "failure", "expires_at", "created_at"
FROM "link_mails";
--> statement-breakpoint
-- When a reply was sent was not noted; it was sent when nothing is due and nothing failed.
INSERT INTO "deliveries" ("id", "kind", "payload", "due_at", "attempts", "failure", "sent_at", "expires_at", "created_at")
SELECT "id"::uuid, 'reply', jsonb_build_object('phoneNumber', "phone_number", 'message', "message"),
	"due_at", "attempts", "failure", CASE WHEN "due_at" IS NULL AND "failure" IS NULL THEN "created_at" END,
	"created_at" + interval '30 days', "created_at"
FROM "channel_messages" WHERE "direction" = 'out';
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("kind","due_at") WHERE "deliveries"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_failed" ON "deliveries" USING btree ("created_at") WHERE "deliveries"."failure" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_created" ON "deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "deliveries_user" ON "deliveries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_expires" ON "deliveries" USING btree ("expires_at") WHERE "deliveries"."expires_at" is not null;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "unless_answered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "notifications" SET "unless_answered" = true FROM "notification_mails"
WHERE "notification_mails"."id" = "notifications"."mail_id" AND "notification_mails"."unless_answered";
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_mail_id_notification_mails_id_fk";--> statement-breakpoint
ALTER TABLE "notifications" RENAME COLUMN "mail_id" TO "delivery_id";--> statement-breakpoint
ALTER INDEX "notifications_mail" RENAME TO "notifications_delivery";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
DROP TABLE "link_mails";--> statement-breakpoint
DROP TABLE "notification_mails";--> statement-breakpoint
DROP TABLE "notification_texts";--> statement-breakpoint
DELETE FROM "channel_messages" WHERE "direction" = 'out';--> statement-breakpoint
DROP INDEX "channel_messages_due";--> statement-breakpoint
ALTER TABLE "channel_messages" DROP COLUMN "direction";--> statement-breakpoint
ALTER TABLE "channel_messages" DROP COLUMN "message";--> statement-breakpoint
ALTER TABLE "channel_messages" DROP COLUMN "due_at";--> statement-breakpoint
ALTER TABLE "channel_messages" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "channel_messages" DROP COLUMN "failure";

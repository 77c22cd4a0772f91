CREATE TABLE "mail_bounces" (
	"address" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD COLUMN "mailbox" text;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD COLUMN "delivery_id" uuid;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD COLUMN "bounce" text;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD COLUMN "bounced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD CONSTRAINT "ticket_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_mails_delivery" ON "ticket_mails" USING btree ("delivery_id") WHERE "ticket_mails"."delivery_id" is not null;--> statement-breakpoint
CREATE INDEX "ticket_mails_user" ON "ticket_mails" USING btree ("user_id") WHERE "ticket_mails"."user_id" is not null;
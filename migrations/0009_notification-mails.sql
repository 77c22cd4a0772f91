CREATE TABLE "notification_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"notification_type" text NOT NULL,
	"period" text NOT NULL,
	"since" timestamp (3) with time zone,
	"until" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_mails_once" UNIQUE("user_id","notification_type","period")
);
--> statement-breakpoint
CREATE TABLE "notification_progress" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"position" bigint NOT NULL,
	"daily_at" timestamp (3) with time zone NOT NULL,
	"weekly_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_progress_one_row" CHECK ("notification_progress"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"position" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	"notification_type" text NOT NULL,
	"mail_id" uuid NOT NULL,
	CONSTRAINT "notifications_position_user_id_notification_type_pk" PRIMARY KEY("position","user_id","notification_type")
);
--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_mail_id_notification_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."notification_mails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_mails_due" ON "notification_mails" USING btree ("due_at") WHERE "notification_mails"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "notification_mails_failed" ON "notification_mails" USING btree ("created_at") WHERE "notification_mails"."failure" is not null;--> statement-breakpoint
CREATE INDEX "notification_mails_created" ON "notification_mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_mail" ON "notifications" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id");
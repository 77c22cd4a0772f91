CREATE TABLE "mobile_codes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"mobile_number" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries_left" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_texts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"due_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_texts_once" UNIQUE("user_id","position")
);
--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "is_client_chosen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mobile_proved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mobile_codes" ADD CONSTRAINT "mobile_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_texts" ADD CONSTRAINT "notification_texts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_texts_due" ON "notification_texts" USING btree ("due_at") WHERE "notification_texts"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "notification_texts_created" ON "notification_texts" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_proved_number" ON "users" USING btree ("mobile_number") WHERE "users"."mobile_proved_at" is not null;
CREATE TABLE "link_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"ip" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "link_mails" ADD CONSTRAINT "link_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_mails_due" ON "link_mails" USING btree ("due_at") WHERE "link_mails"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "link_mails_email" ON "link_mails" USING btree ("email");--> statement-breakpoint
CREATE INDEX "link_mails_user" ON "link_mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "link_mails_expires" ON "link_mails" USING btree ("expires_at");
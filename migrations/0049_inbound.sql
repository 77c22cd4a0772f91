CREATE TABLE "client_domains" (
	"domain" text PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbound_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"door" text NOT NULL,
	"mailboxes" text[] NOT NULL,
	"recipients" text[] NOT NULL,
	"envelope_from" text NOT NULL,
	"message_id" text,
	"content_hash" text NOT NULL,
	"object_path" text,
	"size" integer NOT NULL,
	"state" text NOT NULL,
	"outcome" text,
	"reason" text,
	"ticket_id" uuid,
	"comment_id" uuid,
	"suggestion" jsonb,
	"understood" jsonb,
	"sender_address" text,
	"held_under_id" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone,
	"handled_by_id" uuid,
	CONSTRAINT "inbound_mails_once" UNIQUE("content_hash")
);
--> statement-breakpoint
CREATE TABLE "inbound_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"user_id" uuid,
	"created_by_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbound_rules_address" UNIQUE("address")
);
--> statement-breakpoint
CREATE TABLE "inbound_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"form_senders" text[] NOT NULL,
	"authentication_server" text,
	"products" jsonb NOT NULL,
	"changed_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbound_settings_one_row" CHECK ("inbound_settings"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "client_domains" ADD CONSTRAINT "client_domains_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_mails" ADD CONSTRAINT "inbound_mails_handled_by_id_users_id_fk" FOREIGN KEY ("handled_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_rules" ADD CONSTRAINT "inbound_rules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_rules" ADD CONSTRAINT "inbound_rules_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_settings" ADD CONSTRAINT "inbound_settings_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_domains_client" ON "client_domains" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "inbound_mails_due" ON "inbound_mails" USING btree ("due_at") WHERE "inbound_mails"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "inbound_mails_state" ON "inbound_mails" USING btree ("state","received_at");--> statement-breakpoint
CREATE INDEX "inbound_mails_received" ON "inbound_mails" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "inbound_mails_ticket" ON "inbound_mails" USING btree ("ticket_id","received_at") WHERE "inbound_mails"."ticket_id" is not null;--> statement-breakpoint
CREATE INDEX "inbound_mails_sender" ON "inbound_mails" USING btree ("sender_address","received_at");--> statement-breakpoint
CREATE INDEX "inbound_mails_message" ON "inbound_mails" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "inbound_mails_held" ON "inbound_mails" USING btree ("held_under_id") WHERE "inbound_mails"."held_under_id" is not null;
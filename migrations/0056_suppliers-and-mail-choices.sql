CREATE TABLE "mail_clients" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_suppliers" (
	"ticket_id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"number" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "inbound_mails" ADD COLUMN "tray_reason" text;--> statement-breakpoint
ALTER TABLE "mail_clients" ADD CONSTRAINT "mail_clients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_clients" ADD CONSTRAINT "mail_clients_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_suppliers" ADD CONSTRAINT "ticket_suppliers_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_clients_client" ON "mail_clients" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "ticket_suppliers_address" ON "ticket_suppliers" USING btree ("address");
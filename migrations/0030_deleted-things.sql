CREATE TABLE "deleted_things" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"search_text" text NOT NULL,
	"parent_id" uuid,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	"deleted_by" uuid,
	"rows" jsonb NOT NULL,
	"links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"words" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"object_paths" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deleted_things" ADD CONSTRAINT "deleted_things_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_things_deleted" ON "deleted_things" USING btree ("deleted_at","id");--> statement-breakpoint
CREATE INDEX "deleted_things_parent" ON "deleted_things" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "deleted_things_paths" ON "deleted_things" USING gin ("object_paths");
DROP INDEX "events_type";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "photo_path" text;--> statement-breakpoint
CREATE INDEX "events_actor" ON "events" USING btree ("actor_id","position");--> statement-breakpoint
CREATE INDEX "events_subject" ON "events" USING btree ("subject_id","position");--> statement-breakpoint
CREATE INDEX "events_at" ON "events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "events_type" ON "events" USING btree ("type","position");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_photoPath_unique" UNIQUE("photo_path");
CREATE INDEX "tickets_updated" ON "tickets" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "tickets_number" ON "tickets" USING btree (length("ticket_number"),"ticket_number");--> statement-breakpoint
CREATE INDEX "tickets_subject" ON "tickets" USING btree ((left(split_part("search_text", e'\n', 2), 60) collate "C"),"id");
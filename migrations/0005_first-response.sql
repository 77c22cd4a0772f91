ALTER TABLE "tickets" ADD COLUMN "first_response_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "tickets" SET "first_response_at" = "answered"."at" FROM (
  SELECT "c"."ticket_id", min("c"."created_at") AS "at" FROM "comments" "c"
  INNER JOIN "users" "u" ON "u"."id" = "c"."user_id"
  WHERE NOT "c"."is_internal" AND "u"."role" <> 'client'
  GROUP BY "c"."ticket_id"
) AS "answered" WHERE "answered"."ticket_id" = "tickets"."id";--> statement-breakpoint
CREATE INDEX "tickets_resolved" ON "tickets" USING btree ("resolved_at","assigned_to_id");--> statement-breakpoint
CREATE INDEX "tickets_counted" ON "tickets" USING btree ("status","priority","created_at","first_response_at");
CREATE TABLE "set_aside_events" (
	"follower" text NOT NULL,
	"position" bigint NOT NULL,
	"event_type" text NOT NULL,
	"failure" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "set_aside_events_follower_position_pk" PRIMARY KEY("follower","position")
);
